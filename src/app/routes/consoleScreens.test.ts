import { describe, expect, it } from 'vitest'
import { menuOf } from '../../features/shell/menuOf.ts'
import { consoleScreens, menuScreens } from './consoleScreens.ts'

describe('the console', () => {
  it('has a screen for each entry that a screen brings to the menu', () => {
    const framed: string[] = consoleScreens.filter(([, , where]) => where === undefined).map(([path]) => path)
    // The studio and its guide use the whole window (router.tsx).
    expect(menuScreens.map(({ href }) => href).filter((href) => !framed.includes(href))).toEqual(['/studio', '/guide'])
  })

  it('CO-036 CO-066 CO-075 CO-078 CO-079 CO-081 CO-082 CO-083 has each screen at the address that people know, inside its frame or, for strangers, alone', () => {
    const screens = new Map(consoleScreens.map(([path, load, where]) => [path, { screen: String(load), alone: where !== undefined }]))
    const wanted = [
      ['/reporting', 'ReportingScreen', false],
      ['/devices', 'DevicesScreen', false],
      ['$', 'UnknownTab', false],
      ['/signup', 'SignUp', true],
      ['/mytasks', 'MyTasks', true],
      ['/kiosk/$code', 'Kiosk', true],
      ['/groundbreak', 'GroundbreakScreen', true],
      ['/automation/embedded/$system/$systemId/demo', 'EmbeddedDemoScreen', true],
    ] as const
    for (const [path, screen, alone] of wanted)
      expect([path, screens.get(path)]).toEqual([path, { screen: expect.stringMatching(new RegExp(`\\.${screen}\\b`)), alone }])
  })

  it('CO-084 leads to billing and libraries, and has every screen of both inside its frame', () => {
    const rest = menuOf({ uid: 'ana', isAdmin: false, manages: true }, undefined).rest.map(({ href }) => href)
    expect(rest).toEqual(expect.arrayContaining(['/billing', '/libraries']))
    const framed = new Set<string>(consoleScreens.filter(([, , where]) => where === undefined).map(([path]) => path))
    const wanted = ['/billing', '/billing/create', '/billing/$id', '/billing/request', '/billing/refer', '/libraries', '/library/$key']
    expect(wanted.filter((path) => !framed.has(path))).toEqual([])
  })
})
