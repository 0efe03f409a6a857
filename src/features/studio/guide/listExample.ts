/** A list beside the forms, and a form that uses it: the files of docs/forms/example. */
export const listExample = {
  'lists/machines.csv': `id,name,Serial No.,hours,next_service
M-1,Excavator 8 t,EX 77,1240,2027-02-01
M-2,Tower crane,CR 12,8115,2026-12-15
M-3,Roller,RO 3,410,2027-05-20
`,
  'machine-check.form.json': `${JSON.stringify(
    {
      $schema: '/schema/form.json',
      name: 'Machine check',
      recordTitle: '{{machine}}',
      children: [
        { type: 'lookup', attribute: 'machine', label: 'Machine', lookup: 'machines', store: 'id', required: true, prefill: true },
        { type: 'calculated', attribute: 'serial', label: 'Serial number', value: "lookup('machines', machine, 'serial_no')" },
        {
          type: 'calculated',
          attribute: 'next_service',
          label: 'Next service',
          value: "lookup('machines', machine, 'next_service')",
          format: 'date',
        },
        {
          type: 'info',
          level: 'error',
          text: 'The service of this machine is overdue. Do not use it.',
          visible: 'not empty(next_service) and next_service < today()',
        },
        { type: 'toggle', attribute: 'safe', label: 'I have walked around the machine and found no defect', required: true },
        { type: 'save', label: 'Send the check' },
      ],
    },
    undefined,
    2,
  )}\n`,
} as const
