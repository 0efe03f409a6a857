import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ListColumn, ProjectListName } from '../../../contract/reference/projectLists.ts'
import type { EntryProblem } from '../../../contract/rules/readEntry.ts'
import type { EntrySource } from '../../../contract/endpoints/lists/projectLists.ts'

export interface ListWords {
  readonly titles: Readonly<Record<ProjectListName, string>>
  /** One entry: "Person". */
  readonly items: Readonly<Record<ProjectListName, string>>
  readonly leads: Readonly<Record<ProjectListName, string>>
  readonly columns: Readonly<Record<ListColumn | 'name' | 'active', string>>
  readonly sources: Readonly<Record<EntrySource, string>>
  readonly from: string
  readonly yes: string
  readonly no: string
  /** What is wrong and what to do. */
  readonly problems: Readonly<Record<EntryProblem, string>>
}

/** The words of the lists of a project. */
export function useListWords(): ListWords {
  const { t } = useLingui()
  return useMemo(
    () => ({
      titles: {
        people: t`People`,
        companies: t`Companies`,
        trades: t`Trades`,
        costCodes: t`Cost codes`,
        locations: t`Locations`,
        equipment: t`Equipment`,
      },
      items: {
        people: t`Person`,
        companies: t`Company`,
        trades: t`Trade`,
        costCodes: t`Cost code`,
        locations: t`Location`,
        equipment: t`Machine`,
      },
      leads: {
        people: t`Workers and employees that forms offer. Those with a mobile number are also offered as contacts.`,
        companies: t`Companies that forms offer. Those with a mobile number are also offered as contacts.`,
        trades: t`Trades that forms offer.`,
        costCodes: t`Cost codes that forms offer.`,
        locations: t`Places on site that forms offer.`,
        equipment: t`Machines and tools that forms offer.`,
      },
      columns: {
        name: t`Name`,
        number: t`Number`,
        email: t`E-mail`,
        mobile: t`Mobile`,
        company: t`Company`,
        role: t`Role`,
        trade: t`Trade`,
        location: t`Location`,
        contact: t`Contact`,
        cost_code: t`Cost code`,
        type: t`Type`,
        serial: t`Serial number`,
        externalId: t`External ID`,
        active: t`Active`,
      },
      sources: { own: t`This project`, member: t`Project member`, connection: t`Connected system` },
      from: t`From`,
      yes: t`Yes`,
      no: t`No`,
      problems: {
        nameMissing: t`The name is missing. Fill it in.`,
        tooLong: t`The text is too long. Use at most 200 characters.`,
        wrongEmail: t`This is not an e-mail address. Write it like name@example.com.`,
        wrongMobile: t`This is not a mobile number. Write 10 digits, or + and the country code.`,
        wrongActive: t`Write yes or no.`,
        twice: t`An earlier row has the same entry. Delete one of the two rows.`,
        several: t`Several entries fit this row. Add the number, the e-mail or the external ID.`,
        taken: t`Another entry has this number, e-mail or external ID.`,
        fromConnection: t`The connected system keeps this entry. Change it there.`,
        full: t`The list is full. Delete entries that are not needed.`,
      },
    }),
    [t],
  )
}
