/** True for a path of this site only. Prevents open redirects by a link, a cookie or an answer. */
export const isSitePath = (path: string): boolean => /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\\]/.test(path)
