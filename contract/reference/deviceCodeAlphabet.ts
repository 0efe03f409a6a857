/** Length of a device code, which has only characters that cannot be confused with each other. */
export const deviceCodeLength = 8
export const deviceCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
