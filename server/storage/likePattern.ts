/** Returns a pattern of LIKE for texts that contain `part`: its `%` and `_` are letters, not wildcards. */
export const likePattern = (part: string): string => `%${part.replace(/[\\%_]/g, String.raw`\$&`)}%`
