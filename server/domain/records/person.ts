/** Who is signed in, as far as records care. */
export interface Person {
  readonly uid: string
}

/** X-Actor of somebody who holds the link of a public form and isn't signed in. */
export const anonymous = 'anonymous'
