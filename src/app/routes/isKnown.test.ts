import { describe, expect, it } from 'vitest'
import { menuOf } from '../../features/shell/menuOf.ts'
import { menuScreens } from './consoleScreens.ts'
import { isKnown } from './isKnown.ts'

describe('the side menu', () => {
  it('leaves out none of its entries, because a screen serves each of them', () => {
    const person = { uid: 'p'.repeat(20), isAdmin: true, manages: true, administers: true }
    const { top, project, rest } = menuOf(person, { id: 't'.repeat(20), model: { name: 'Tower', source: 'own' } }, menuScreens)
    expect([...top, ...project, ...rest].map(({ href }) => href).filter((href) => !isKnown(href))).toEqual([])
  })
})
