/** Bases of companies that are still to be placed. */

import type { CompanyFace, View } from "../../lib/types";

/** Whether a company's base is on the map, or never will be: one that is not in the game keeps no place for itself. */
export function isPlaced(company: string, view: View, standing: ReadonlySet<string>): boolean {
  const now = view.companies.find((one) => one.id === company);
  if (!now) return true;
  const isComing = view.offer.some((row) => row.companies.includes(company)) || (now.figures["price"] !== undefined && !now.open);
  return standing.has(company) || (now.figures["markers"] === 0 && !isComing);
}

/** Companies with markers but no station yet, by the hex of their home. */
export function homesOf(companies: readonly CompanyFace[], view: View, standing: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const face of companies) {
    if (isPlaced(face.id, view, standing)) continue;
    found.set(face.home, [...(found.get(face.home) ?? []), face.id]);
  }
  return found;
}
