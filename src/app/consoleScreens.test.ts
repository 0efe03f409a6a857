import { describe, expect, it } from 'vitest'
import { menuOf } from '../features/shell/menu.ts'
import { consoleScreens } from './consoleScreens.ts'

describe('the console', () => {
  it('CO-084 leads to billing and libraries, and has every screen of both inside its frame', () => {
    const rest = menuOf({ uid: 'ana', isAdmin: false, manages: true }, undefined).rest.map(({ href }) => href)
    expect(rest).toEqual(expect.arrayContaining(['/billing', '/libraries']))
    const framed = new Set(consoleScreens.filter(([, , where]) => where !== 'alone').map(([path]) => path))
    const wanted = ['/billing', '/billing/create', '/billing/$id', '/billing/request', '/billing/refer', '/libraries', '/library/$key']
    expect(wanted.filter((path) => !framed.has(path))).toEqual([])
  })
})
