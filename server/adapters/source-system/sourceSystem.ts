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

/**
 * The data that the product reads from a construction or design system. Rejects with OutsideFailed if the
 * system can't be reached.
 */
export interface SourceSystem {
  readonly kind: 'embedded' | 'http'
  projects(): Promise<readonly OutsideProject[]>
  users(project: string): Promise<readonly OutsideUser[]>
  companies(project: string): Promise<readonly OutsideCompany[]>
}

/** The other system did not answer, or its answer was not valid. */
export class OutsideFailed extends Error {}
