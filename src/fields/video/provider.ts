import type { VideoUri } from '../../../contract/forms/options/VideoUri.ts'

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
  const isOf = (id: string | null) => (id !== null && /^[\w-]{6,20}$/.test(id) ? id : undefined)
  if (host === 'youtu.be') return isOf(first)
  if (host !== 'youtube.com' && host !== 'youtube-nocookie.com') return undefined
  if (/^(?:embed|shorts|live|v)$/.test(first)) return isOf(second)
  return first === 'watch' ? isOf(searchParams.get('v')) : undefined
}

function youtubeOf(url: URL): Provider | undefined {
  const id = youtubeId(url)
  return id === undefined ? undefined : { kind: 'youtube', id }
}

function fileOf({ pathname, href }: URL): Provider | undefined {
  if (/\.pdf$/i.test(pathname)) return { kind: 'pdf', src: href }
  return files.test(pathname) ? { kind: 'file', src: href } : undefined
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
  switch (type) {
    case 'youtube':
      return youtubeOf(url)
    case 'vimeo':
      return vimeoOf(url)
    case 'pdf':
      return { kind: 'pdf', src: url.href }
    case 'video':
      return { kind: 'file', src: url.href }
    case undefined:
      return youtubeOf(url) ?? vimeoOf(url) ?? fileOf(url)
    default:
      return files.test(url.pathname) ? { kind: 'file', src: url.href } : undefined
  }
}
