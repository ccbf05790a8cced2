/** Once more, in the same company. */

import type { GameInfo, NewGame, SeatWish } from "./types";

/** The wish for a game like one that is over; null for whoever did not play in it. Other people find free seats. */
export function rematch(game: GameInfo): NewGame | null {
  const mine = game.seats.filter((seat) => seat.you);
  if (mine.length === 0) return null;
  let seated = false;
  const seats = game.seats.map((seat): SeatWish => {
    if (seat.kind === "bot") return { kind: "bot", bot: seat.bot };
    if (!seat.you) return { kind: "open" };
    if (mine.length > 1) return { kind: "named", name: seat.name };
    seated = true;
    return { kind: "me" };
  });
  const open = seats.some((seat) => seat.kind === "open");
  return {
    title: game.title,
    options: { ...game.options },
    seats,
    public: game.public,
    hotseat: game.hotseat,
    draw_seats: seated,
    description: game.analysis ? "" : game.description,
    pace: game.pace,
    hints: game.hints,
    start: !open,
  };
}
