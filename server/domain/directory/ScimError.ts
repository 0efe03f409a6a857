/** The kinds of 400 and 409 that RFC 7644 (table 9) names. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'sensitive'

/** A refusal in the form of SCIM. `detail` is read by the administrator of a directory: English, without personal data. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  readonly detail: string
  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.detail = detail
    this.scimType = scimType
  }
}

export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The body of an error. The status is a text there (RFC 7644 §3.12). */
export const errorBody = ({ status, detail, scimType }: Pick<ScimError, 'status' | 'detail' | 'scimType'>) => ({
  schemas: [errorSchema],
  status: String(status),
  ...(scimType !== undefined && { scimType }),
  detail,
})
