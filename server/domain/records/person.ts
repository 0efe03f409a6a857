import type { TeamRole } from '../../../contract/sign-in.ts'

/** Who is signed in, as far as records care. */
export interface Person {
  readonly uid: string
  /** Their projects, for places whose rights go by project and not by form. */
  readonly teams?: readonly { readonly id: string; readonly role: TeamRole }[]
  /** Of a kiosk: the project and the forms that it may fill. */
  readonly kiosk?: { readonly team: string; readonly forms: readonly string[] } | undefined
}

/** X-Actor of somebody who holds the link of a public form and isn't signed in. */
export const anonymous = 'anonymous'
