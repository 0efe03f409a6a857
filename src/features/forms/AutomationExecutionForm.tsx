import type { RootScreenProps } from '../../engine/PageHost.ts'
import { FormScreen } from './FormScreen.tsx'

/** Form screen 2: saves its answers nested as {model: {…}} (spec/1 §2.4). */
export function AutomationExecutionForm(props: RootScreenProps) {
  return <FormScreen {...props} shape="nested" layout="page" />
}
