/** What is shown on the map beside the map itself; remembered by this browser. */

import { remember, remembered } from "../lib/storage";

/** In the order in which they are offered, and whether they are on for whoever has not chosen. */
export const LAYERS = { names: true, last: true, coordinates: false, axes: false, numbers: false, owners: false, start: false } as const;
export type Layer = keyof typeof LAYERS;

export class LayerState {
  #on = $state(Object.fromEntries(Object.entries(LAYERS).map(([layer, usual]) => [layer, startsOn(layer, usual)])) as Record<Layer, boolean>);
  /** The company whose reach stands out. */
  reach = $state<string | null>(null);

  shows(layer: Layer): boolean {
    return this.#on[layer];
  }

  set(layer: Layer, on: boolean): void {
    this.#on[layer] = on;
    // the map of the start is looked at, not kept: the game would seem empty next time
    if (layer !== "start") remember(`layer.${layer}`, on ? "on" : "off");
  }
}

function startsOn(layer: string, usual: boolean): boolean {
  const wish = layer === "start" ? null : remembered(`layer.${layer}`);
  return wish === null ? usual : wish === "on";
}
