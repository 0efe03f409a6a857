/** What a choice says about its subject. */
export const choiceStatuses = ['yes', 'conforming', 'no', 'non_conforming', 'not_applicable', 'n/a', 'deficient'] as const
