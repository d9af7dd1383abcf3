import type { Checklist } from './types.ts'

export const integration = {
  title: 'Integration testing',
  description: 'Do two systems still agree after a timeout, a duplicate message and a bad record?',
  sections: [
    {
      title: 'Connections and credentials',
      items: [
        'Each interface signs in with its own service account, never with a person’s account',
        'The test system cannot reach any of the client’s live endpoints',
        'Replacing an expired token loses no messages',
        'A revoked key stops the interface and raises an alert within five minutes',
        'Certificates have an owner and a reminder 30 days before they expire',
        'The address, key and timeout are settings and appear nowhere in the code',
      ],
    },
    {
      title: 'Messages and mapping',
      items: [
        'Every mapped field arrives at full length, with its accents and line breaks',
        'An unknown country, unit or tax code is refused, and the message names the field',
        'Dates cross the interface with a time zone and stay on the same business day',
        'Amounts keep their decimals, sign and currency',
        'Empty and missing values are kept distinct where the difference matters',
        'A new option in the source system does not silently become the default in the target',
        'Each shared field has one documented system of record, and the other system cannot change it',
      ],
    },
    {
      title: 'Failures and duplicates',
      items: [
        'The same message sent twice creates one record',
        'A timeout after the target has saved a record does not create a second record',
        'A failed record is set aside with its reason while the rest continue',
        'Messages that wait during an outage are delivered in order afterward',
        'Retries slow down and stop after the agreed number',
        'An operator can correct and resend one failed record without a developer',
        'If an update arrives before its record, it is applied once the record exists',
      ],
    },
    {
      title: 'Data migration',
      items: [
        'Record counts per entity match the source after each load',
        'Opening balances match the closed trial balance of the old system',
        'Open invoices, orders and cases arrive with their original dates and numbers',
        'Stock quantity and value per warehouse match the count sheet',
        'A second run of the load changes nothing',
        'Inactive customers and items load as inactive',
        'Attachments open from the migrated record',
        'The full load finishes inside the cutover window with two hours to spare',
      ],
    },
    {
      title: 'Payments, banks and tax services',
      items: [
        'A payment file passes the bank’s own validator',
        'A bank statement loads once, even if it is imported twice',
        'If a card is declined, the order stays unpaid and the customer is notified',
        'A refund in the payment service reaches the ledger the same day',
        'If the tax service is down, posting stops or uses the agreed fallback, as the client chose',
      ],
    },
    {
      title: 'Monitoring and handover',
      items: [
        'A job that does not run is reported just like one that fails',
        'Logs contain a reference that identifies the same message in both systems',
        'Logs contain no passwords, card numbers or full personal records',
        'A named person receives a daily comparison of the record counts in both systems',
        'The runbook tells support how to stop and restart each interface',
      ],
    },
  ],
} as const satisfies Checklist
