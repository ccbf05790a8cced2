/** The map as it is drawn: where stops, rings and track lie on it. */

import type { Orientation, Point } from "../geometry";
import { placeOf } from "./ground";
import type { Ground } from "./ground";
import type { Stretch } from "./network";
import { ringPath } from "./ring";
import { drawingOf, pathOf, turnedEnd } from "./tilegeometry";
import type { StopDrawing } from "./tilegeometry";

export interface Drawn {
  d: string;
  at: Point;
}

export class Plan {
  constructor(
    readonly orientation: Orientation,
    readonly grounds: ReadonlyMap<string, Ground>,
    readonly places: ReadonlyMap<string, Point>,
  ) {}

  #stop(stop: string): { drawing: StopDrawing; at: Point } | null {
    const { hex, number } = placeOf(stop);
    const [ground, place] = [this.grounds.get(hex), this.places.get(hex)];
    const drawing = ground && drawingOf(ground.face, ground.turn, this.orientation).stops[number];
    return drawing && place ? { drawing, at: { x: place.x + drawing.at.x, y: place.y + drawing.at.y } } : null;
  }

  stopAt(stop: string): Point | null {
    return this.#stop(stop)?.at ?? null;
  }

  /** A line around a whole city, as far from its places as wished. */
  ring(stop: string, radius: number): Drawn | null {
    const found = this.#stop(stop);
    return found && { d: ringPath(found.drawing.slots, radius), at: found.at };
  }

  /** The track of a stretch, where it lies on the map. */
  way(stretch: Stretch): Drawn | null {
    const [ground, at] = [this.grounds.get(stretch.hex), this.places.get(stretch.hex)];
    const curve = ground && drawingOf(ground.face, ground.turn, this.orientation).curve(stretch.from, stretch.to);
    return curve && at ? { d: pathOf(curve), at } : null;
  }

  /** The track of a hex that uses only some of its sides and leads only to some stops. */
  network(hex: string, sides: readonly number[], stops: ReadonlySet<string>): Drawn[] {
    const ground = this.grounds.get(hex);
    const uses = (end: string): boolean => (end.startsWith("e") ? sides.includes(Number(end[1])) : stops.has(`${hex}.${end.slice(1)}`));
    return (ground?.face.tracks ?? []).flatMap(({ ends }) => {
      const [from = "", to = ""] = ends.map((end) => turnedEnd(end, ground?.turn ?? 0));
      const way = uses(from) && uses(to) ? this.way({ hex, from, to }) : null;
      return way ? [way] : [];
    });
  }
}
