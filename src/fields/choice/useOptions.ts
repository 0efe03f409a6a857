import { useContext, useMemo } from 'react'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Form } from '../../engine/form.ts'
import { FormHostContext } from '../useFormHost.ts'
import { type OptionsPath, optionsPathOf } from './optionsPathOf.ts'
import { type Option, optionsOf } from './rules.ts'

/** Options in the settings or the page. */
export function useOptions(form: Form, setting: FieldSetting<'enum' | 'valueenum' | 'listenum'>): readonly Option[] {
  return useMemo(() => optionsOf(setting, form.lookups), [setting, form.lookups])
}

/**
 * The address to fetch options from: of the setting, or of a lookup that is too long to be part of the page.
 */
export function useOptionsPath(form: Form, setting: FieldSetting<'enum' | 'valueenum' | 'listenum'>): OptionsPath | undefined {
  const lists = useContext(FormHostContext)?.lists
  return useMemo(() => optionsPathOf(setting, form.lookups, lists), [setting, form.lookups, lists])
}
