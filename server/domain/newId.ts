import { randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns a new id of 20 alphanumerics (spec/1 §9). */
export const newId = (): string => Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
