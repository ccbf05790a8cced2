/** A first game of each title in ten steps: which picture goes with which step. The words are in `en.ts` and `es.ts`. */

export type Scene = "aim" | "auction" | "shares" | "market" | "track" | "station" | "train" | "coins" | "depot" | "merger" | "mine" | "pass" | "flag" | "house" | "end";

export type Step = readonly [scene: Scene, heading: string, text: string];

/** What a tour says, and the words for the stops of a round. */
export interface Tour {
  steps: readonly Step[];
  round: readonly (readonly [Scene, string])[];
}

export type Tours = Readonly<Record<string, Tour>>;
