/** A bucket of an S3-compatible object store, and the keys to it. */
export interface S3Settings {
  /** The address of the store, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** What the key of each object begins with: empty, or ends with `/`. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

const shape = 'FILES_URL has to be a bucket such as s3://muster-files?endpoint=https://objects.example.com&region=eu-central-1'

/**
 * Reads `FILES_URL` (`s3://bucket/folder?endpoint=…&region=…`) with the usual `AWS_ACCESS_KEY_ID`,
 * `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`. Undefined: files are in the data folder.
 * @throws Error with words for the operator
 */
export function s3SettingsFrom(text: (name: string) => string | undefined): S3Settings | undefined {
  const said = text('FILES_URL')
  if (said === undefined) return undefined
  const url = bucketUrl(said)
  const region = url.searchParams.get('region') ?? text('AWS_REGION') ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  if (!/^https?:\/\/[^/?#]+\/?$/.test(endpoint) || !URL.canParse(endpoint)) throw new Error(shape)
  const [accessKeyId, secretAccessKey] = [text('AWS_ACCESS_KEY_ID'), text('AWS_SECRET_ACCESS_KEY')]
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    region,
    bucket: url.hostname,
    prefix: prefixIn(url),
    accessKeyId,
    secretAccessKey,
    sessionToken: text('AWS_SESSION_TOKEN'),
  }
}

/** @throws Error with words for the operator */
function bucketUrl(said: string): URL {
  const url = URL.canParse(said) ? new URL(said) : undefined
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) throw new Error(shape)
  if (url.username !== '' || url.password !== '')
    throw new Error('FILES_URL holds no keys: they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'endpoint' && key !== 'region')
  if (unknown !== undefined) throw new Error(`FILES_URL knows endpoint and region, not ${unknown}`)
  return url
}

/** The path of the address: empty, or ends with `/`. @throws Error with words for the operator */
function prefixIn({ pathname }: URL): string {
  const prefix = pathname.split('/').filter(Boolean).join('/')
  if (!/^[\w./-]*$/.test(prefix)) throw new Error('the folder in FILES_URL may have letters, digits, and . _ - /')
  return prefix === '' ? '' : `${prefix}/`
}
