export default {
  compilerOptions: {
    runes: true,
    // Stands on every element that has a style of its own: as short as can be.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 5)}`,
  },
};
