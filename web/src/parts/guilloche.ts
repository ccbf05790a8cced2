/** The fine interlaced lines of share certificates: a wave around an oval, several times, each shifted a little. */

interface Oval {
  width: number;
  height: number;
}

const WAVES = 18;
const LINES = 9;
const STEPS = 12 * WAVES;

/** A band around the origin; `breadth` says how broad it is in parts of the oval. */
export function band({ width, height }: Oval, breadth: number): string {
  return Array.from({ length: LINES }, (_, line) => closed(width, height, breadth, (line / LINES) * 2 * Math.PI)).join("");
}

function closed(width: number, height: number, breadth: number, shift: number): string {
  const points = Array.from({ length: STEPS }, (_, step) => {
    const angle = (step / STEPS) * 2 * Math.PI;
    const out = (1 - breadth / 2 + (breadth / 2) * Math.cos(WAVES * angle + shift)) / 2;
    return `${(width * out * Math.cos(angle)).toFixed(1)} ${(height * out * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
