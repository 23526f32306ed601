import { catalogue } from '../shared/util/catalogue';

export const uploadFileMessages = catalogue({
	nothingUploaded: 'Nothing was uploaded for this item.',
	notInOnePiece: (purpose: string) => ({
		code: 'wrongField',
		title: `'Upload Method' cannot be 'Single' for ${purpose}`,
		advice: "The service accepts these files in parts only: choose 'Automatic'.",
	}),
});
