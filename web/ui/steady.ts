import {
  createElement,
  memo,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';

type Handler = (...given: readonly unknown[]) => unknown;

const isHandler = (name: string, value: unknown): value is Handler =>
  /^on[A-Z]/.test(name) && typeof value === 'function';

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function isSame(one: object, other: object, same: (one: unknown, other: unknown) => boolean): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && same(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}

/** Objects such as the limits of a field are compared by their content, because they are often created while rendering. */
const isSameProperty = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (isPlain(one) && isPlain(other) && isSame(one, other, Object.is));

/**
 * A component that renders again only if a property other than a handler has changed. The latest handlers are called. In
 * a form, every key renders the form as a whole; this keeps the cost of a key at one field.
 */
export function steady<Props extends object>(Inner: ComponentType<Props>): (props: Props) => ReactNode {
  const Kept = memo(Inner, (one, other) =>
    isSame(one, other, isSameProperty),
  ) as unknown as ComponentType<Props>;
  function Steady(props: Props) {
    const latest = useRef(props);
    useLayoutEffect(() => {
      latest.current = props;
    });
    const [handlers] = useState(() => new Map<string, Handler>());
    const handlerOf = (name: string): Handler => {
      const known = handlers.get(name);
      if (known !== undefined) return known;
      const made: Handler = (...given) =>
        (Reflect.get(latest.current, name) as Handler | undefined)?.(...given);
      handlers.set(name, made);
      return made;
    };
    const given = Object.fromEntries(
      Object.entries(props).map(([name, value]) => [name, isHandler(name, value) ? handlerOf(name) : value]),
    ) as Props;
    return createElement(Kept, given);
  }
  Steady.displayName = `Steady(${Inner.displayName ?? Inner.name})`;
  return Steady;
}
