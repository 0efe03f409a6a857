const chakrasOwn = new Set(['as', 'asChild', 'css', 'recipe', 'unstyled', 'theme', 'colorPalette'])

const isDomProp = (name: string): boolean => !chakrasOwn.has(name)

// Stands in for Emotion's list of every HTML attribute (vite.config.ts), which is the default export of its package:
// the kit gives an element nothing but attributes, its own variants and `css`.
// oxlint-disable-next-line import/no-default-export
export default isDomProp
