import { useEffect, useState } from 'react';
import { DocumentPreview, type PreviewDocument } from '../ui/DocumentPreview.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { sampleDocuments } from './sampleDocuments.ts';
import { Sample, Samples } from './Sample.tsx';

export function DocumentsPage() {
  const [documents, setDocuments] = useState<readonly PreviewDocument[]>([]);
  const [index, setIndex] = useState(0);
  const [downloaded, setDownloaded] = useState('');
  useEffect(() => {
    void sampleDocuments().then(setDocuments);
  }, []);
  return (
    <>
      <PageHeader title="Documents" detail={<span role="status">{downloaded}</span>} />
      <Samples>
        <Sample name="Preview">
          <DocumentPreview
            documents={documents}
            index={index}
            onIndex={setIndex}
            onDownload={(document) => setDownloaded(`Download of ${document.name}`)}
          />
        </Sample>
        <Sample name="No document">
          <DocumentPreview documents={[]} index={0} onIndex={setIndex} />
        </Sample>
      </Samples>
    </>
  );
}
