import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { myTasksLink, showsAppBar } from './showsAppBar.ts'
import { dataAddressesOf, dataAddressOf, shownPlace } from './dataAddressOf.ts'
import { pageError } from './pageError.ts'
import { connectParent, isTrusted, parentEnds, pingEvery, pingFor, trustedOrigins } from './parentFrame.ts'
import { readQueryOptions } from './queryOptions.ts'
import { rememberRedirect, takeRedirect } from './rememberRedirect.ts'
import { refreshDelay } from './refreshDelay.ts'
import { returnDelay, returnMessage, returnStep } from './returnStep.ts'
import { anonymousOwner } from '../../store/db/MusterDb.ts'
import { setOwner } from '../../store/identity/getOwner.ts'

const site = 'https://site.example'

describe('which page an address shows', () => {
  it('FE-028 FE-029 FE-332 every address under /frontend/ loads the same address under /api/ with .json, query and lang', () => {
    expect(dataAddressOf({ pathname: '/frontend/forms/hazard-report', search: '', hash: '' }, undefined)).toBe(
      '/api/forms/hazard-report.json',
    )
    expect(dataAddressOf({ pathname: '/frontend/a/b/', search: '?x=1', hash: '' }, 'pt')).toBe('/api/a/b.json?x=1&lang=pt')
  })

  it('FE-032 a hash counts instead of the path from ten characters on, the "#" not counted', () => {
    const place = { pathname: '/frontend/forms/a', search: '?q=1' }
    expect(shownPlace({ ...place, hash: '#123456789' })).toEqual({ pathname: '/frontend/forms/a', search: '?q=1' })
    expect(shownPlace({ ...place, hash: '#1234567890' })).toEqual({ pathname: '/frontend/1234567890', search: '?q=1' })
    expect(shownPlace({ ...place, hash: '#/frontend/forms/b?z=2' })).toEqual({ pathname: '/frontend/forms/b', search: '?z=2' })
  })
})

describe('a page that can only be had at another address now', () => {
  const addresses = (pathname: string, search: string, lang?: 'es') =>
    dataAddressesOf({ pathname, search, hash: '' }, lang).map(({ data, asked }) => (data === asked ? data : `${data} for ${asked}`))

  it('is tried in no chosen language, and a new form without the answers of its address', () => {
    expect(addresses('/frontend/forms/check', '?machine=M-1', 'es')).toEqual([
      '/api/forms/check.json?machine=M-1&lang=es',
      '/api/forms/check.json?machine=M-1',
      '/api/forms/check.json?lang=es for /api/forms/check.json?machine=M-1&lang=es',
      '/api/forms/check.json for /api/forms/check.json?machine=M-1',
    ])
  })

  it('is not another record, another day or another kind of page', () => {
    expect(addresses('/frontend/forms/check', '')).toEqual(['/api/forms/check.json'])
    expect(addresses('/frontend/forms/check', '?date=2026-03-14')).toEqual(['/api/forms/check.json?date=2026-03-14'])
    expect(addresses('/frontend/forms/check/A1', '?machine=M-1')).toEqual(['/api/forms/check/A1.json?machine=M-1'])
    expect(addresses('/frontend/arrived/check', '?limit=5')).toEqual(['/api/arrived/check.json?limit=5'])
  })
})

describe('what an address may ask of the page', () => {
  it('FE-033 FE-034 FE-035 FE-036 takes size, margin and colour in their exact formats', () => {
    expect(readQueryOptions('?fontsize=18px&margintop=2em&background=00ff7F')).toMatchObject({
      fontsize: '18px',
      margintop: '2em',
      background: '00ff7F',
    })
    expect(readQueryOptions('?margintop=12px')).toMatchObject({ margintop: '12px' })
  })

  it('FE-033 ignores every other format without a word', () => {
    for (const search of [
      '?fontsize=18',
      '?fontsize=18em',
      '?fontsize=1.5px',
      '?fontsize=-3px',
      '?fontsize=18px;color:red',
      '?margintop=2rem',
      '?margintop=px',
      '?background=%23ffffff',
      '?background=fff',
      '?background=gggggg',
      '?background=ffffff0',
      '?embedded=TRUE',
      '?embedded',
    ])
      expect(readQueryOptions(search), search).toEqual({ embedded: false })
  })

  it('FE-037 knows embedded=true', () => {
    expect(readQueryOptions('?embedded=true')).toEqual({ embedded: true })
  })
})

describe('the bar above the page', () => {
  afterEach(() => {
    delete window.MusterShell
    vi.unstubAllGlobals()
  })

  it('FE-037 FE-039 is there unless the page is embedded', () => {
    expect(showsAppBar('')).toBe(true)
    expect(showsAppBar('?embedded=true')).toBe(false)
  })

  it('FE-040 is hidden inside a parent frame', () => {
    const parent = vi.spyOn(window, 'parent', 'get').mockReturnValue({} as Window)
    expect(showsAppBar('')).toBe(false)
    parent.mockRestore()
    expect(showsAppBar('')).toBe(true)
  })

  it('FE-041 is hidden inside a native app', () => {
    window.MusterShell = { postMessage: () => undefined }
    expect(showsAppBar('')).toBe(false)
  })

  it('FE-044 FE-045 FE-046 FE-047 leads to My Tasks only where there is an address, nothing hides it, and one is not there already', () => {
    const page = { tasks: '/frontend/tasks/u1', hideMyTasks: false }
    expect(myTasksLink('/frontend/forms/a', page)).toBe('/frontend/tasks/u1')
    expect(myTasksLink('/frontend/tasks/u1', page)).toBeUndefined()
    expect(myTasksLink('/frontend/tasksheet', page)).toBe('/frontend/tasks/u1')
    expect(myTasksLink('/frontend/forms/a', { ...page, hideMyTasks: true })).toBeUndefined()
    expect(myTasksLink('/frontend/forms/a', { ...page, tasks: undefined })).toBeUndefined()
    expect(myTasksLink('/frontend/forms/a', { ...page, tasks: '' })).toBeUndefined()
  })
})

describe('where a save or an action leads', () => {
  it('FE-230 FE-231 FE-232 FE-233 FE-234 knows the named values', () => {
    for (const name of ['back', 'close', 'reload', 'nop', 'kioskrestart']) expect(returnStep(name, site)).toEqual({ to: name })
  })

  it('FE-227 FE-235 follows a path of this site and any http(s) address', () => {
    expect(returnStep('/frontend/tasks/u1?x=1#y', site)).toEqual({ to: 'site', path: '/frontend/tasks/u1?x=1#y' })
    expect(returnStep(`${site}/outbox`, site)).toEqual({ to: 'site', path: '/outbox' })
    expect(returnStep('http://other.example/a', site)).toEqual({ to: 'outside', url: 'http://other.example/a' })
  })

  it('leads a person to their start page, and leaves a visitor without a login where they are', async () => {
    expect(returnStep('/', site)).toEqual({ to: 'stay' })
    expect(returnStep(`${site}/`, site)).toEqual({ to: 'stay' })
    await setOwner('u:ana')
    expect(returnStep('/', site)).toEqual({ to: 'site', path: '/' })
    await setOwner(anonymousOwner)
  })

  it('stays where it is for every other scheme, and for addresses that pretend to be a path', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//evil.example',
      '/\\evil.example',
      'tasks',
      undefined,
      '',
    ])
      expect(returnStep(url, site), String(url)).toEqual({ to: 'stay' })
  })

  it('FE-228 FE-229 FE-444 FE-445 waits 100 ms after an action and 1 s after a save, or the configured time', () => {
    expect(returnDelay({}, 'action')).toBe(100)
    expect(returnDelay({}, 'record')).toBe(1000)
    expect(returnDelay({ returnUrlDelay: 0 }, 'record')).toBe(0)
    expect(returnDelay({ returnUrlDelay: -5 }, 'record')).toBe(1000)
  })

  it('FE-052 FE-053 without a message it says "Got it, thanks" and that the tab can be closed', () => {
    expect(returnMessage({})).toEqual({ message: '# Got it, thanks', mayClose: true })
    expect(returnMessage({ returnMessage: 'Welcome to site' })).toEqual({ message: 'Welcome to site', mayClose: false })
  })

  it('FE-236 a kiosk restart or an http(s) address gets the default message when none is given', () => {
    for (const returnUrl of ['kioskrestart', 'https://other.example'])
      expect(returnMessage({ returnUrl })).toEqual({ message: '# Got it, thanks', mayClose: false })
    expect(returnMessage({ returnUrl: 'kioskrestart', returnMessage: 'Bye' }).message).toBe('Bye')
  })
})

describe('how often a page refreshes', () => {
  it('FE-238 FE-239 FE-442 each load makes the wait a tenth longer, up to a minute', () => {
    expect(refreshDelay(6000, 0)).toBe(6000)
    expect(refreshDelay(6000, 1)).toBeCloseTo(6600)
    expect(refreshDelay(6000, 10)).toBe(12_000)
    expect(refreshDelay(6000, 1000)).toBe(60_000)
    expect(refreshDelay(90_000, 0)).toBe(60_000)
  })
})

describe('what a page says when it cannot be shown', () => {
  it('FE-399 FE-450 cuts the text of an error after its first 1000 characters', () => {
    const shown = pageError({ code: 'X', message: 'a'.repeat(1001) }, false)
    expect(shown).toEqual({ kind: 'other', text: 'a'.repeat(1000), code: 'X' })
  })

  it('FE-400 names the code, UNKNOWN where there is none', () => {
    expect(pageError({ message: 'Broken' }, false)).toEqual({ kind: 'other', text: 'Broken', code: 'UNKNOWN' })
    expect(pageError({ code: '', message: 'Broken' }, false)).toMatchObject({ code: 'UNKNOWN' })
  })

  it('FE-401 FE-402 separates an expired link from a person who is not logged in', () => {
    expect(pageError({ code: 'NOT_AUTHORIZED', message: 'Link Expired' }, false)).toEqual({ kind: 'expired' })
    expect(pageError({ code: 'NOT_AUTHORIZED', message: 'link expired' }, false)).toEqual({ kind: 'signIn' })
    expect(pageError({ code: 'NOT_AUTHORIZED', message: '' }, true)).toEqual({ kind: 'signIn' })
  })

  it('FE-405 offers to reload where what was typed can be recovered', () => {
    expect(pageError({ message: 'Broken' }, true)).toEqual({ kind: 'recovery' })
  })
})

describe('the way back after signing in', () => {
  it('FE-403 CO-185 CO-502 FE-448 is kept in a cookie for 15 minutes and used once', () => {
    const write = vi.spyOn(document, 'cookie', 'set')
    rememberRedirect('/frontend/forms/a?x=1;y#z')
    expect(write.mock.calls[0]?.[0]).toMatch(/^redirect=[^;]+; Max-Age=900; Path=\/; SameSite=Lax$/)
    write.mockRestore()
    rememberRedirect('/frontend/forms/a?x=1;y#z')
    expect(takeRedirect()).toBe('/frontend/forms/a?x=1;y#z')
    expect(takeRedirect()).toBeUndefined()
  })

  it('never leads to another site', () => {
    for (const path of ['//evil.example', 'https://evil.example', '/\\evil', '/a\nb', 'evil']) {
      rememberRedirect(path)
      expect(takeRedirect(), path).toBeUndefined()
    }
    document.cookie = 'redirect=%2F%2Fevil.example; Path=/'
    expect(takeRedirect()).toBeUndefined()
    document.cookie = 'redirect=%E0%A4%A; Path=/'
    expect(takeRedirect()).toBeUndefined()
  })
})

describe('talking to the page around ours', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function connect() {
    const sent: unknown[] = []
    const languages: string[] = []
    let hear: (message: unknown) => void = () => undefined
    const stop = vi.fn<() => void>()
    const frame = connectParent({
      post: (message) => sent.push(message),
      listen: (listener) => {
        hear = listener
        return stop
      },
      height: () => 1234,
      language: (code) => languages.push(code),
    })
    return { sent, languages, hear: (message: unknown) => hear(message), frame, stop }
  }

  it('FE-380 FE-446 pings every 100 ms for 10 s, and no longer', () => {
    const { sent } = connect()
    expect([pingEvery, pingFor]).toEqual([100, 10_000])
    vi.advanceTimersByTime(99)
    expect(sent).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sent).toHaveLength(2)
    vi.advanceTimersByTime(pingFor * 3)
    expect(sent.filter((message) => message === 'ping').length).toBe(pingFor / pingEvery)
  })

  it('FE-381 keeps its messages until the other side answers, then sends them once and in order', () => {
    const { sent, hear, frame } = connect()
    frame.send('a')
    frame.send('b')
    vi.advanceTimersByTime(150)
    expect(sent).toEqual(['ping', 'ping'])
    hear('ping')
    hear('ping')
    frame.send('c')
    vi.advanceTimersByTime(1000)
    expect(sent).toEqual(['ping', 'ping', 'a', 'b', 'c'])
  })

  it('FE-382 FE-383 answers with its height, takes a language, and ignores what it does not know', () => {
    const { sent, hear, languages } = connect()
    for (const message of ['ping.height', 'setlang.es', { setlang: 'pt' }, 7, null, 'eval:x']) hear(message)
    expect(sent.slice(1)).toEqual(['ping.height:1234'])
    expect(languages).toEqual(['es'])
  })

  it('FE-384 sends configured messages 50 ms after the start and 25 ms apart', () => {
    const { sent, hear, frame } = connect()
    hear('ping')
    frame.sendAll(['x', 'y', 'z'])
    const after = (ms: number) => {
      vi.advanceTimersByTime(ms)
      return sent.slice(1)
    }
    expect(after(49)).toEqual([])
    expect(after(1)).toEqual(['x'])
    expect(after(24)).toEqual(['x'])
    expect(after(1)).toEqual(['x', 'y'])
    expect(after(25)).toEqual(['x', 'y', 'z'])
  })
})

describe('whom the page talks to', () => {
  const parent = { postMessage: vi.fn<(message: unknown, origin: string) => void>() }
  const heard: unknown[] = []
  let stop: (() => void) | undefined
  beforeEach(() => {
    document.head.innerHTML = '<meta name="frame-origins" content="https://partner.example https://*.sites.example" />'
    vi.spyOn(window, 'parent', 'get').mockReturnValue(parent as unknown as Window)
    parent.postMessage.mockClear()
    heard.length = 0
  })
  afterEach(() => {
    stop?.()
    stop = undefined
    document.head.innerHTML = ''
    delete window.MusterShell
    vi.restoreAllMocks()
  })
  const referrer = (address: string) => vi.spyOn(document, 'referrer', 'get').mockReturnValue(address)
  const connect = () => {
    const ends = parentEnds({ language: () => undefined })
    stop = ends?.listen((message) => heard.push(message))
    return ends
  }
  function say(data: unknown, origin: string, source: unknown = parent) {
    const event = new MessageEvent('message', { data, origin })
    Object.defineProperty(event, 'source', { value: source })
    dispatchEvent(event)
  }

  it('OQ-082 only its own site and the origins that the server names', () => {
    const trusted = trustedOrigins()
    expect(trusted).toEqual([location.origin, 'https://partner.example', 'https://*.sites.example'])
    for (const origin of ['https://partner.example', 'https://north.sites.example', location.origin])
      expect(isTrusted(origin, trusted)).toBe(true)
    for (const origin of [
      'https://partner.example.evil.example',
      'http://partner.example',
      'https://sites.example',
      'https://evilsites.example',
      'http://north.sites.example',
      'null',
    ])
      expect([origin, isTrusted(origin, trusted)]).toEqual([origin, false])
  })

  it('OQ-082 CO-012 sends to the page around it by its origin, and accepts messages of no other page', () => {
    referrer('https://partner.example/projects/7')
    connect()?.post('ping')
    expect(parent.postMessage.mock.calls).toEqual([['ping', 'https://partner.example']])
    say('setlang.es', 'https://partner.example')
    say('setlang.pt', 'https://evil.example')
    say('setlang.en', 'https://partner.example', window)
    expect(heard).toEqual(['setlang.es'])
  })

  it('OQ-082 sends nothing at all to a page that is not listed', () => {
    referrer('https://evil.example/')
    expect(connect()).toBeUndefined()
    expect(parent.postMessage).not.toHaveBeenCalled()
  })

  it('finds a trusted page that does not give its address away', () => {
    referrer('')
    const ends = connect()
    ends?.post('ping')
    expect(parent.postMessage.mock.calls).toEqual([
      ['ping', location.origin],
      ['ping', 'https://partner.example'],
    ])
    say('ping', 'https://north.sites.example')
    parent.postMessage.mockClear()
    ends?.post('hello')
    expect(parent.postMessage.mock.calls).toEqual([['hello', 'https://north.sites.example']])
  })

  it('FE-380 FE-382 a native app gets texts through its own bridge', () => {
    const texts: string[] = []
    window.MusterShell = { postMessage: (text) => texts.push(text) }
    const ends = connect()
    ends?.post('ping')
    ends?.post({ event: 'saved' })
    expect(texts).toEqual(['ping', '{"event":"saved"}'])
    say('ping', '', window)
    expect(heard).toEqual(['ping'])
  })
})
