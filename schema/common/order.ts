import { type ClassType, Field, InputType } from 'type-graphql';
import type { OrderInput } from '../../src/database/order.js';
import { enumOf } from './enums.js';

export const OrderDirectionEnum = enumOf(['asc', 'desc'], {
  name: 'OrderDirection',
  description: 'Which end of a list comes first.',
  words: { asc: 'The smallest, oldest or first of the alphabet.', desc: 'The largest, newest or last.' },
});

/** Makes the `XOrder` input of a noun, with the enum of the fields that its lists can be sorted by. */
export function orderInput<const Field extends string>(
  noun: string,
  fields: Readonly<Record<Field, string>>,
): ClassType<OrderInput<Field>> {
  const fieldEnum = enumOf(Object.keys(fields) as Field[], {
    name: `${noun}OrderField`,
    description: `What lists of ${noun} nodes can be sorted by.`,
    words: fields,
  });

  @InputType(`${noun}Order`, {
    description: `The order of a list of ${noun} nodes; ids break ties, so that it is total.`,
  })
  class Order implements OrderInput<Field> {
    @Field(() => fieldEnum, { description: 'What to sort by.' })
    field!: Field;

    @Field(() => OrderDirectionEnum, { defaultValue: 'asc', description: 'Which end comes first.' })
    direction!: 'asc' | 'desc';
  }
  return Order;
}
