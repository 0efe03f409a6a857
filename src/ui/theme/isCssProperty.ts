/** Stands in for Chakra's list of every CSS property (vite.config.ts): the browser knows them by itself. */
export const isCssProperty = (name: string): boolean => name.startsWith('--') || name in document.documentElement.style
