/** Words that a title's own rulebook says otherwise than the others. English rulebooks agree; the Spanish ones do not. */

import type { Key, Language, Phrase } from "../i18n.svelte";

type Own = Readonly<Partial<Record<Key, Phrase>>>;

/** Three rulebooks lay track on "hexágonos"; the others have "casillas". */
const HEXAGONS: Own = {
  "game.or-hex": "Elige una respuesta o un hexágono marcado en el mapa.",
  "game.board.label": "Mapa. Las flechas van de hexágono en hexágono, Intro elige, Escape lo deja.",
  "game.hex.why": "Elígelo para leer por qué no es posible.",
  "game.hex.chosen": "elegido, número {number}",
  "game.hex.first": "Elige un hexágono",
  "game.hex.next": "Añade un hexágono",
  "game.text.which": "Qué hexágonos",
  "game.text.all": "Todos",
  "game.text.count": { one: "{count} hexágono", other: "{count} hexágonos" },
};

/** That of 18CZ lays "fichas", the others "losetas". */
const PIECES: Own = {
  "rail.tile.take": "Tomar la ficha {tile}",
  "rail.tile.left": { one: "Ficha {tile}, queda {count}", other: "Ficha {tile}, quedan {count}" },
  "rail.tile.where": "Elige una casilla marcada en el mapa.",
  "rail.hex.tile": "ficha {colour} {tile}",
  "game.tab.tiles": "Fichas",
};

export const DIALECTS: Readonly<Record<Language, Readonly<Record<string, Own>>>> = {
  en: {},
  es: { "1824": HEXAGONS, "1862": HEXAGONS, "18esp": HEXAGONS, "18cz": PIECES },
};
