import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files whose tests take half a minute or longer. */
const long = /\/(?:tests\/(?:abuse\/malformed\.\w+|flows\/outbox|architecture\/recipes)|server\/killed\w+)\.test\.ts$/

/**
 * Vitest starts with the largest files of a project while it knows no durations, as in CI: a short file that takes a
 * minute would come last, and run alone.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => (long.test(moduleId) ? 0 : 1)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((one, other) => rank(one) - rank(other)),
    )
  }
}
