/** Invitations this browser came with: whoever has one may see a game that is not public. */

const known = new Map<string, string>();

export function keepInvite(game: string, invite: string): void {
  known.set(game, invite);
}

export function inviteTo(game: string): string | undefined {
  return known.get(game);
}
