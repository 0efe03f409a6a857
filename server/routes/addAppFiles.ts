import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refused } from '../../contract/Refused.ts'
import { loginFinished } from '../../contract/endpoints/oauth.ts'
import { isLanguage } from '../../contract/reference/languages.ts'
import { readCookie } from '../http/cookieNames.ts'
import { languageOf } from '../http/languageOf.ts'
import { pageScripts } from './pageScripts.ts'
import { partsAhead } from './partsAhead.ts'
import { text } from '../i18n/text.ts'

const forever = 'public, max-age=31536000, immutable'

interface AppPages {
  readonly framedBy?: string | undefined
  readonly startPages?: Readonly<Record<string, string>> | undefined
  /** True if the demo company runs; otherwise its screens answer 404. */
  readonly demo?: boolean | undefined
}

/** Screens of the demo: its text messages, and the pages for visitors. */
const demoScreen = /^(?:frontend\/)?(?:texts|groundbreak|automation\/embedded\/[^/]+\/[^/]+\/demo)\/?$/

/**
 * Serves the built app: every URL of a screen returns index.html, so that it opens from a link. A missing
 * file is a 404: an old tab that gets a page instead of its script would fail without an error message.
 */
export function addAppFiles(
  fastify: FastifyInstance,
  folder: string,
  { framedBy = '', startPages = {}, demo = true }: AppPages = {},
): void {
  const origins = frameOrigins(framedBy)
  const ahead = partsAhead(folder)
  const scripts = pageScripts(folder)
  fastify.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    decorateReply: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const immutable = path.slice(folder.length).replaceAll('\\', '/').startsWith('/assets/')
      reply.header('cache-control', immutable ? forever : 'no-cache')
    },
  })

  const file = (reply: FastifyReply, path: string) => {
    if (path.includes('..') || path.includes('\0') || !existsSync(join(folder, path)))
      throw new Refused(404, 'NOT_FOUND', text('Not Found'))
    return reply.protectAs(path.endsWith('.html') ? 'page' : 'script').sendFile(path)
  }

  /** Returns what the page must know and the build can't: the origins that it may talk to, and its start page. */
  const metaTags = (hostname: string): string => {
    const start = Object.hasOwn(startPages, hostname) ? startPages[hostname] : undefined
    const tags = [
      ...(origins.length > 0 ? [`<meta name="frame-origins" content="${origins.join(' ')}" />`] : []),
      ...(start === undefined ? [] : [`<meta name="start-page" content="${start}" />`]),
    ]
    return tags.join('')
  }

  fastify.get('/*', async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    if (/^(?:api|auth|oauth)(?:\/|$)/.test(path)) throw new Refused(404, 'NOT_FOUND', text('Not Found'))
    const last = path.slice(path.lastIndexOf('/') + 1)
    const ofScreen = path.startsWith('frontend/') || !last.includes('.') || path === 'index.html'
    if (!ofScreen) return file(reply, path)
    if (!existsSync(join(folder, 'index.html'))) {
      return reply.status(503).type('text/plain; charset=utf-8').send('The app is not built yet. Run: npm run build\n')
    }
    // The page is sent anyway and says that there is no demo.
    if (!demo && demoScreen.test(path)) reply.status(404)
    if (path === 'rescue') return file(reply, 'rescue.html')
    reply.protectAs(`/${path}` === loginFinished ? 'loginWindow' : 'page', scripts())
    const { lang } = request.query as { lang?: unknown }
    const language = isLanguage(lang) ? lang : languageOf(request)
    const links = ahead(path, { signedIn: readCookie(request, 'session') !== undefined, language })
    if (links) reply.header('link', links)
    const tags = metaTags(request.hostname.toLowerCase())
    if (tags === '') return reply.sendFile('index.html')
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return page.replace(/<head>|(?=<title>)/, (place) => place + tags)
  })
}

/**
 * The origins of a CSP frame-ancestors list: `https://partner.example`, `https://*.partner.example`. No
 * keywords, no bare schemes, no "*".
 */
export const frameOrigins = (framedBy: string): readonly string[] =>
  framedBy.split(/\s+/).filter((source) => /^https?:\/\/(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::\d+)?$/i.test(source))
