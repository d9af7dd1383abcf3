import type { Checklist } from './types.ts'

export const functional = {
  title: 'Functional testing',
  description: 'Does each process produce the right documents and postings, and refuse what it should?',
  sections: [
    {
      title: 'Sales and purchasing',
      items: [
        'A quotation becomes an order with the same lines, prices and discounts',
        'A partial delivery leaves the open quantity on the order',
        'An order above the credit limit is held until an authorized user releases it',
        'A purchase order above the approval limit goes to the approver and cannot be sent before approval',
        'A supplier invoice that differs from the receipt is blocked, and the difference is shown',
        'Customer prices override list prices and expire on their end date',
        'A cancelled order frees its reserved stock',
      ],
    },
    {
      title: 'Finance and tax',
      items: [
        'Posting a credit note reverses the tax lines of its invoice',
        'A posting to a closed period is refused and the message names the period',
        'Document totals equal the sum of their rounded lines under the agreed rounding rule',
        'A payment in a foreign currency posts its exchange difference to the right account',
        'A payment that partly covers two invoices leaves both balances correct',
        'The tax report matches the tax accounts in the ledger to the cent',
        'An exempt customer is charged no tax, and the invoice states the reason',
        'The aged receivables total equals the receivables account balance on the same date',
      ],
    },
    {
      title: 'Stock and production',
      items: [
        'Stock cannot go below zero in a warehouse that forbids it',
        'A transfer between warehouses shows goods in transit until receipt',
        'A lot number can be traced from supplier receipt to customer delivery',
        'A stock count difference posts its quantity and value to the agreed account',
        'Converting units, such as boxes to pieces, leaves the stock value unchanged',
        'A production order consumes the components in its version of the bill of materials',
      ],
    },
    {
      title: 'Leads, cases and service',
      items: [
        'A lead converted to a customer keeps its notes, files and activities',
        'A second lead with the same email address is flagged as a duplicate',
        'A won opportunity creates only one order, even if it is marked as won twice',
        'A case past its response time escalates to the person named in the contract',
        'Merging two contacts keeps the history of both',
        'Time logged on a service ticket is invoiced at the contract rate',
      ],
    },
    {
      title: 'Approvals and numbering',
      items: [
        'A rejected document returns to its author with the reason',
        'A deputy replaces an approver only while the approver is on leave',
        'A document changed after approval must be approved again',
        'Invoice numbers have no gaps or duplicates after two users post at the same time',
        'Users cannot approve documents that they created',
      ],
    },
    {
      title: 'Reports and documents',
      items: [
        'Each printed document shows the legal name, tax number and bank details of the issuing company',
        'A long product name wraps in the PDF without covering another column',
        'A report filtered by date includes both boundary days',
        'Totals in an exported sheet equal the totals on the screen',
        'A customer gets documents in the language set on the customer record',
        'A list with no results says so and shows which filters are set',
      ],
    },
  ],
} as const satisfies Checklist
