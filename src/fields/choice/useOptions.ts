import { useMemo } from 'react'
import type { FieldSetting } from '../../../contract/fields.ts'
import type { Form } from '../../engine/form.ts'
import { type Option, optionsOf } from './rules.ts'

/** Options that come with the settings or the page. */
export function useOptions(form: Form, setting: FieldSetting<'enum' | 'valueenum' | 'listenum'>): readonly Option[] {
  return useMemo(() => optionsOf(setting, form.lookups), [setting, form.lookups])
}
