import { useNavigate } from 'react-router';
import { appText } from '#web/texts/app.ts';
import { Palette } from '#web/ui/Palette.tsx';
import { isPart, type MenuPart, type MenuScreen } from './menu.ts';

interface AppPaletteProps {
  opened: boolean;
  onClose: () => void;
  /** The part of the menu that the user may see. */
  permitted: readonly (MenuPart | MenuScreen)[];
  mayOpenRequests: boolean;
}

/** Opens a screen by its name, or a request by its number. */
export function AppPalette({ opened, onClose, permitted, mayOpenRequests }: AppPaletteProps) {
  const navigate = useNavigate();
  return (
    <Palette
      opened={opened}
      onClose={onClose}
      entries={paletteEntries(permitted)}
      entriesFor={mayOpenRequests ? requestEntries : undefined}
      onChoose={({ id }) => void navigate(id)}
    />
  );
}

/** A number is a request number, with or without the word "request" before it. */
function requestEntries(query: string) {
  const number = /^(?:request|req|#)?\s*([1-9]\d{0,8})$/i.exec(query)?.[1];
  return number === undefined
    ? []
    : [
        {
          id: `/requestdetail?srno=${number}`,
          label: appText.request(number),
          group: appText.menu.TRANREQUESTDETAIL,
        },
      ];
}

function paletteEntries(permitted: readonly (MenuPart | MenuScreen)[]) {
  const screens = permitted.flatMap((item) =>
    (isPart(item) ? item.entries : [item]).map(({ path, label }) => ({ id: path, label, group: item.label })),
  );
  return [
    { id: '/home', label: appText.home, group: '' },
    ...screens,
    { id: '/changepassword', label: appText.changePassword, group: '' },
  ];
}
