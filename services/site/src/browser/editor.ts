import { startAutosave } from './autosave/autosave.tsx';
import { startFormRows } from './order/form-rows.ts';
import { startOrderLists } from './order/order-lists.tsx';
import { startPictureForm } from './pictures/picture-form.tsx';
import { startPreview } from './preview/preview.tsx';
import { startUsingStored } from './use-stored.ts';

// The script of all pages of the editor. Each part looks for its elements in the page.
startAutosave();
startOrderLists();
// After the draft was restored, which may have another order.
startFormRows();
startPreview();
startUsingStored();
startPictureForm();
