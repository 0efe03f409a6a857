/** Converts a `cookie` header to browser cookies. */
export const cookiesOf = (header = '', url: string) =>
  header.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    const expires = Date.now() / 1000 + 86_400
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url, httpOnly: true, sameSite: 'Lax' as const, expires }
  })
