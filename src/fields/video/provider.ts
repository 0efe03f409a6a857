import type { VideoUri } from '../../../contract/forms/mediaFields.ts'

export type Provider =
  | { readonly kind: 'file'; readonly src: string }
  | { readonly kind: 'pdf'; readonly src: string }
  | { readonly kind: 'youtube'; readonly id: string }
  | { readonly kind: 'vimeo'; readonly id: string; readonly hash: string | undefined }

const files = /\.(?:mp4|m4v|webm|ogv|ogg|mov|mp3|m4a|3gp)$/i

/** The video id in any form of YouTube address. */
function youtubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  const host = hostname.replace(/^(?:www|m|music)\./, '')
  const [, first = '', second = ''] = pathname.split('/')
  const id =
    host === 'youtu.be'
      ? first
      : host === 'youtube.com' || host === 'youtube-nocookie.com'
        ? /^(?:embed|shorts|live|v)$/.test(first)
          ? second
          : first === 'watch'
            ? (searchParams.get('v') ?? '')
            : ''
        : ''
  return /^[\w-]{6,20}$/.test(id) ? id : undefined
}

function vimeoOf({ hostname, pathname, searchParams }: URL): Provider | undefined {
  if (!/^(?:www\.|player\.)?vimeo\.com$/.test(hostname)) return undefined
  const [, id, hash] = /^\/(?:video\/|channels\/[\w-]+\/)?(\d+)(?:\/(\w+))?\/?$/.exec(pathname) ?? []
  return id === undefined ? undefined : { kind: 'vimeo', id, hash: hash ?? searchParams.get('h') ?? undefined }
}

/**
 * The provider of a link (decision OQ-050); undefined if this app does not know it. A given type has priority
 * over the link's form.
 */
export function providerOf({ link, type }: Pick<VideoUri, 'link' | 'type'>, origin: string): Provider | undefined {
  if (link.trim() === '' || !URL.canParse(link, origin)) return undefined
  const url = new URL(link, origin)
  if (url.protocol !== 'https:' && url.origin !== origin) return undefined
  const youtube = youtubeId(url)
  if (type === 'youtube' || (type === undefined && youtube)) return youtube === undefined ? undefined : { kind: 'youtube', id: youtube }
  const vimeo = vimeoOf(url)
  if (type === 'vimeo' || (type === undefined && vimeo)) return vimeo
  if (type === 'pdf' || (type === undefined && /\.pdf$/i.test(url.pathname))) return { kind: 'pdf', src: url.href }
  if (type === 'video' || files.test(url.pathname)) return { kind: 'file', src: url.href }
  return undefined
}
