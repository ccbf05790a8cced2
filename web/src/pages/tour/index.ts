export { tours as en } from "./en";
export { tours as es } from "./es";
