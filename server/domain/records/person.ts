import type { TeamRole } from '../../../contract/endpoints/sign-in.ts'

/** The signed-in person, as records need it. */
export interface Person {
  readonly uid: string
  /** The projects of the person, for places with permissions by project and not by form. */
  readonly teams?: readonly { readonly id: string; readonly role: TeamRole }[]
  /** For a kiosk: its project, the forms that it may fill, and since when its bot is archived or deleted (ms). */
  readonly kiosk?: { readonly team: string; readonly forms: readonly string[]; readonly rests?: number | undefined } | undefined
}

/** X-Actor of a person who has the link of a public form and is not signed in. */
export const anonymous = 'anonymous'
