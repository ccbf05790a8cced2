/** Invitations this tab came with, also after a reload: whoever has one may see a game that is not public. */

import { forThisVisit, keepForThisVisit } from "./storage";

const known = new Map<string, string>();

export function keepInvite(game: string, invite: string): void {
  known.set(game, invite);
  keepForThisVisit(place(game), invite);
}

export function inviteTo(game: string): string | undefined {
  return known.get(game) ?? forThisVisit(place(game)) ?? undefined;
}

function place(game: string): string {
  return `invite.${game}`;
}
