import type { RootScreenProps } from '../../engine/PageHost.ts'
import { FormScreen } from './FormScreen.tsx'

/**
 * Form screen 1: the full form with its header card (spec/1 §2.4); manpower collection is this screen under
 * its own name.
 */
export function AutomationForm(props: RootScreenProps) {
  return <FormScreen {...props} shape="flat" layout="page" />
}
