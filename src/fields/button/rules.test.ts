import { describe, expect, it } from 'vitest'
import { buttonRules, formAction } from './rules.ts'

describe('a button', () => {
  it('leaves saving and cancelling to its form, and everything else to the page', () => {
    expect(formAction({ message: 'save.firestore.record' })).toBe('save')
    expect(formAction({ message: 'cancel' })).toBe('cancel')
    expect(formAction({ message: 'delete.firestore.record' })).toBeUndefined()
    expect(formAction('open:/frontend/rules')).toBeUndefined()
  })
  it('holds no answer', () => {
    expect(buttonRules.empty(undefined, {}, () => undefined)).toBe(false)
  })
})
