/** A path of this site and nothing else, so that nobody can be sent elsewhere by a link, a cookie or an answer. */
export const isSitePath = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\\]/.test(path)
