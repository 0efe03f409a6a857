import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The scripts in the text of index.html (vite.config.ts), as sources of a content security policy. The policy is stored with
 * the page by the device's worker. Read again when the file changes: a build may replace it under a running server,
 * also by a file with the same time of writing.
 */
export function pageScripts(folder: string): () => readonly string[] {
  const page = join(folder, 'index.html')
  let known: { readonly changed: number; readonly sources: readonly string[] } | undefined
  return () => {
    const changed = statSync(page).ctimeMs
    if (known?.changed !== changed) known = { changed, sources: sourcesIn(readFileSync(page, 'utf8')) }
    return known.sources
  }
}

const sourcesIn = (html: string) =>
  html
    .split('</script>')
    .map((part) => part.slice(part.lastIndexOf('<script')))
    .map((tag) => (tag.startsWith('<script') ? tag.slice(tag.indexOf('>') + 1) : ''))
    .filter((text) => text !== '')
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
