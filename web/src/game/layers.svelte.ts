/** What is shown on the map beside the map itself; remembered by this browser. */

import { remember, remembered } from "../lib/storage";

export class LayerState {
  coordinates = $state(remembered("layer.coordinates") === "on");
  names = $state(remembered("layer.names") !== "off");
  last = $state(remembered("layer.last") !== "off");
  /** The company whose places stand out. */
  reach = $state<string | null>(null);

  set(layer: "coordinates" | "names" | "last", on: boolean): void {
    this[layer] = on;
    remember(`layer.${layer}`, on ? "on" : "off");
  }
}
