import { processingTag } from '../../../contract/endpoints/executions.ts'
import type { ExecutionModel } from './executionRow.ts'

/** Returns the model without the traces of a running action: action, failure, processing tag. */
export function settled(model: ExecutionModel): ExecutionModel {
  const { completionAction: _, approveFailure: __, tags = [], ...rest } = model
  return { ...rest, tags: tags.filter(({ label }) => label !== processingTag), waitingToComplete: false }
}
