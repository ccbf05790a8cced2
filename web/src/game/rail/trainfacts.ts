/** What one needs to know of a train before it is bought: how far it runs, who may run it, what it ends and what ends it. */

import type { CompanyView, Layout, TrainFace, View } from "../../lib/types";

type Printed = Pick<Layout, "trains">;
type Standing = Pick<View, "depot" | "faces">;

/** Whether a name, as it stands in the list of what leaves the game, means this face: a card, a face, or its kind without the letter of the card. */
function means(layout: Printed, name: string, card: TrainFace, face: string): boolean {
  if (name === card.card || name === face) return true;
  const isPrinted = layout.trains.some((one) => one.card === name || name in one.faces);
  return !isPrinted && face.slice(0, -1) === name;
}

/** The train whose first sale ends this one, if it is still to be sold: "" if all that could are gone, null if nothing ever ends it. */
export function endedBy(layout: Printed, view: Standing, card: TrainFace, face: string): string | null {
  const enders = layout.trains.flatMap((later) =>
    Object.entries(later.ends)
      .filter(([, gone]) => gone.some((name) => means(layout, name, card, face)))
      .map(([seller]) => ({ seller, isLeft: later.count === null || (view.depot[later.card] ?? 0) > 0 })),
  );
  return enders.length === 0 ? null : (enders.find((ender) => ender.isLeft)?.seller ?? "");
}

/** The trains that somebody still has and that leave the game with the first train of this face. */
export function endsNow(layout: Printed, view: Standing, card: TrainFace, face: string): string[] {
  const gone = card.ends[face] ?? [];
  const up = new Set(Object.values(view.faces));
  return layout.trains.flatMap((one) => Object.keys(one.faces).filter((other) => up.has(other) && gone.some((name) => means(layout, name, one, other))));
}

/** The permit that a company lacks to run a train; null if it may. */
export function missingPermit(company: Pick<CompanyView, "marks"> | undefined, card: TrainFace, face: string): string | null {
  const permit = card.abilities[face]?.permit ?? "";
  return company && permit !== "" && !company.marks.includes(permit) ? permit : null;
}
