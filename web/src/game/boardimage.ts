/** The map as a picture of its own: what the page's styles say is written into it. */

import type { Box } from "./geometry";

/** What makes up the look of a shape; the rest of a page's style does not matter to it. */
const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "paint-order", "text-anchor", "font-family", "font-size", "font-weight", "letter-spacing"] as const;
/** What has nothing to do with the map: the pointer, the keyboard, what is clicked, and the ground it lies on. */
const LEFT_OUT = ".target, .hovered, .cursor, .table";
/** Pixels of a picture for each unit of the map. */
const SHARP = 3;

/** The drawing with its styles as attributes, as large as the map is, with all that it refers to. */
export function pictureOf(drawing: SVGSVGElement, box: Box, ground: string): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [were, are] = [drawing.querySelectorAll("*"), copy.querySelectorAll("*")];
  were.forEach((was, n) => are[n] && dress(are[n], getComputedStyle(was)));
  copy.querySelectorAll(LEFT_OUT).forEach((one) => one.remove());
  copy.querySelector("g")?.removeAttribute("transform");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  copy.setAttribute("width", String(Math.round(box.width)));
  copy.setAttribute("height", String(Math.round(box.height)));
  copy.prepend(backdrop(box, ground), ...signs(copy));
  return copy;
}

function dress(element: Element, style: CSSStyleDeclaration): void {
  for (const look of LOOKS) {
    const value = style.getPropertyValue(look);
    if (value !== "") element.setAttribute(look, value.replaceAll('"', "'"));
  }
  element.removeAttribute("class");
  element.removeAttribute("style");
}

function backdrop(box: Box, ground: string): SVGElement {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ ...box, fill: ground })) rect.setAttribute(name, String(value));
  return rect;
}

/** Patterns and signs that are drawn once a page, copied with their colours. */
function signs(picture: Element): SVGElement[] {
  const wanted = new Set<string>();
  const look = (element: Element): void => {
    const found = [...element.outerHTML.matchAll(/(?:url\(['"]?[^)'"]*#|href="#)([\w-]+)/g)].map((match) => match[1] ?? "");
    for (const id of found) {
      const original = wanted.has(id) ? null : document.getElementById(id);
      wanted.add(id);
      if (original) look(original);
    }
  };
  look(picture);
  const defs = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  for (const id of wanted) {
    const original = document.getElementById(id);
    const copy = original?.cloneNode(true) as Element | undefined;
    if (!original || !copy) continue;
    const [were, are] = [[original, ...original.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
    were.forEach((was, n) => are[n] && dress(are[n], getComputedStyle(was)));
    defs.append(copy);
  }
  return [defs];
}

export function svgText(picture: SVGSVGElement): string {
  return new XMLSerializer().serializeToString(picture);
}

/** The same as points of colour. */
export async function pngOf(picture: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Number(picture.getAttribute("width")) * SHARP;
  canvas.height = Number(picture.getAttribute("height")) * SHARP;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
