/** A project of another system. */
export interface OutsideProject {
  readonly id: string
  readonly name: string
  /** IANA name. */
  readonly timezone?: string | undefined
  /** Two letters. */
  readonly countryCode?: string | undefined
}

export interface OutsideUser {
  readonly id: string
  readonly name: string
  readonly email: string
}

export interface OutsideCompany {
  readonly id: string
  readonly name: string
}

/** What the product reads of a construction or design system. Rejects with OutsideFailed when that can't be asked. */
export interface SourceSystem {
  readonly kind: 'embedded' | 'http'
  projects(): Promise<readonly OutsideProject[]>
  users(project: string): Promise<readonly OutsideUser[]>
  companies(project: string): Promise<readonly OutsideCompany[]>
}

/** The other system did not answer, or not with what was asked for. */
export class OutsideFailed extends Error {}
