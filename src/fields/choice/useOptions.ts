import { useContext, useMemo } from 'react'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Form } from '../../engine/form.ts'
import { FormHostContext } from '../useFormHost.ts'
import { type Option, optionsOf } from './rules.ts'

/** Options in the settings or the page. */
export function useOptions(form: Form, setting: FieldSetting<'enum' | 'valueenum' | 'listenum'>): readonly Option[] {
  return useMemo(() => optionsOf(setting, form.lookups), [setting, form.lookups])
}

type Path = FieldSetting<'enum'>['optionsPath']

/**
 * The address to fetch options from: of the setting, or of a lookup that is too long to be part of the page.
 */
export function useOptionsPath(form: Form, { optionsPath, lookup }: FieldSetting<'enum' | 'valueenum' | 'listenum'>): Path {
  const lists = useContext(FormHostContext)?.lists
  const far = lookup === undefined || Object.hasOwn(form.lookups, lookup) ? undefined : lists?.[lookup]
  return useMemo(
    () => optionsPath ?? (far === undefined ? undefined : { url: far, attribute: 'items', label: 'label', value: 'id' }),
    [optionsPath, far],
  )
}
